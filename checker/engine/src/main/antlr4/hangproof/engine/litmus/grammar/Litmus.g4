// SPDX-License-Identifier: MIT

/*
 * Litmus tests of the Linux kernel memory model, in the C dialect of herd7.
 *
 * The grammar sees a test from its initial state on: LitmusSource has cut off the header line and
 * blanked out the comments, because "(*" opens a comment outside thread bodies and is ordinary C
 * inside them. What a call means is not decided here; see Macros.
 */
grammar Litmus;

litmus
    : init process+ locations? filter? condition ';'? EOF
    ;

init
    : '{' ';'* (initItem (';'+ initItem)* ';'*)? '}'
    ;

initItem
    : typeName? '*'* initTarget ('=' initValue)?
    ;

initTarget
    : IDENT
    | '[' IDENT ']'
    | NUMBER ':' IDENT
    ;

initValue
    : '-'? NUMBER
    | '&'? IDENT
    | IDENT '(' '-'? NUMBER ')'
    ;

typeName
    : TYPE+
    | TYPE* 'struct' IDENT
    | TYPE* IDENT
    ;

process
    : IDENT '(' (parameter (',' parameter)*)? ')' block
    ;

parameter
    : typeName (TYPE | '*')* IDENT
    ;

block
    : '{' statement* '}'
    ;

statement
    : block                                                              # blockStatement
    | 'if' '(' expr ')' statement ('else' statement)?                    # ifStatement
    | 'while' '(' expr ')' statement                                     # whileStatement
    | 'do' statement 'while' '(' expr ')' ';'                            # doStatement
    | 'for' '(' first=simple? ';' expr? ';' step=simple? ')' statement   # forStatement
    | declaration ';'                                                    # declarationStatement
    | simple ';'                                                         # simpleStatement
    | ';'                                                                # emptyStatement
    ;

declaration
    : typeName TYPE* declarator (',' declarator)*
    ;

declarator
    : ('*' | TYPE)* IDENT ('=' expr)?
    ;

simple
    : expr (op=('=' | '+=' | '-=' | '&=' | '|=' | '^=') expr)?
    | expr op=('++' | '--')
    | op=('++' | '--') expr
    ;

expr
    : NUMBER                                                   # number
    | IDENT '(' (expr (',' expr)*)? ')'                        # call
    | IDENT                                                    # name
    | '(' expr ')'                                             # parens
    | '(' castType ')' expr                                    # cast
    | op=('*' | '-' | '~' | '!' | '+' | '&') expr              # unary
    | expr op=('*' | '/' | '%') expr                           # binary
    | expr op=('+' | '-') expr                                 # binary
    | expr op=('<<' | '>>') expr                               # binary
    | expr op=('<' | '<=' | '>' | '>=') expr                   # binary
    | expr op=('==' | '!=') expr                               # binary
    | expr op='&' expr                                         # binary
    | expr op='^' expr                                         # binary
    | expr op='|' expr                                         # binary
    | expr op='&&' expr                                        # binary
    | expr op='||' expr                                        # binary
    ;

castType
    : TYPE+ ('*' | TYPE)*
    | TYPE* 'struct' IDENT ('*' | TYPE)*
    | IDENT '*' ('*' | TYPE)*
    ;

locations
    : 'locations' '[' ';'* (stateTerm (';'+ stateTerm)*)? ';'* ']'
    ;

filter
    : 'filter' proposition
    ;

condition
    : (quantifier='exists' | '~' quantifier='exists' | quantifier='forall') proposition
    ;

proposition
    : op=('~' | 'not') proposition                             # negation
    | proposition '/\\' proposition                            # conjunction
    | proposition '\\/' proposition                            # disjunction
    | <assoc=right> proposition '=>' proposition               # implication
    | '(' proposition ')'                                      # group
    | IDENT                                                    # truth
    | stateTerm op=('=' | '==' | '!=' | '<>') stateTerm        # atom
    ;

stateTerm
    : NUMBER ':' IDENT                                         # register
    | '[' IDENT ']'                                            # content
    | '*'? IDENT                                               # symbol
    | '&' IDENT                                                # address
    | '-'? NUMBER                                              # literal
    ;

TYPE
    : 'int' | 'long' | 'char' | 'short' | 'unsigned' | 'signed' | 'void' | 'bool' | '_Bool'
    | 'const' | 'volatile' | '__rcu' | '__user'
    | 'intptr_t' | 'uintptr_t' | 'size_t' | 'atomic_t' | 'atomic_long_t' | 'atomic64_t'
    | 'refcount_t' | 'spinlock_t' | 'raw_spinlock_t' | [us] ('8' | '16' | '32' | '64')
    | 'u'? 'int' ('8' | '16' | '32' | '64') '_t'
    ;

// Words of C that the dialect has no use for: no names, so errors wherever they stand.
UNSUPPORTED
    : 'goto' | 'return' | 'break' | 'continue' | 'switch' | 'case' | 'default' | 'typedef'
    | 'sizeof' | 'static' | 'extern' | 'union' | 'enum' | 'float' | 'double' | 'asm'
    ;

NUMBER
    : '0' [xX] [0-9a-fA-F]+
    | [0-9]+
    ;

IDENT
    : [A-Za-z_] [A-Za-z_0-9]*
    ;

SPACE
    : [ \t\r\n\f]+ -> skip
    ;

OTHER
    : .
    ;
