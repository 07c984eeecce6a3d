<#-- SPDX-License-Identifier: MIT -->
<#macro cell c><#if c.verdict??><#if c.text??>[${c.verdict}](${c.text})<#else>${c.verdict}</#if><#if c.size != "-"> (${c.size})</#if></#if></#macro>
# Results

${summary}

Written by `mvn verify` and by `hangproof report`: do not edit. The same in a
browser: [index.html](index.html). All counts: [counts.tsv](counts.tsv).

## Verdicts

*Never*: every state within the bounds was visited, and nothing was wrong.
*Sometimes*: a violation exists; follow the link to the race. *Unknown*: nothing
is proved. In brackets: how much was searched; under LKMM the kernel's own memory
model is searched, over execution graphs.

| case | claim | bounds |<#list models as m> ${m} |</#list>
|---|---|---|<#list models as m>---|</#list>
<#list cases as c>
| ${c.name} | ${c.claim} | ${c.bounds} |<#list c.cells as x> <@cell x/> |</#list>
</#list>
<#if wrong?has_content>

## Not as expected

| case | model | bounds | verdict | expected | |
|---|---|---|---|---|---|
<#list wrong as w>
| ${w.name} | ${w.model} | ${w.bounds} | ${w.verdict} | ${w.expected} | ${w.agreement} |
</#list>
</#if>
<#if races?has_content>

## Races found

Each run under SC or x86-TSO was replayed on the port before it was written down,
and none with fewer steps shows the race. A race under LKMM is an execution
graph, which has no order of all accesses and so no steps.

| case | kernel | model | bounds | what | steps | report | trace |
|---|---|---|---|---|---|---|---|
<#list races as r>
| ${r.name} | ${r.versions} | ${r.model} | ${r.bounds} | ${r.violation}: ${r.broken!} | ${r.steps!} | <#if r.text??>[mail](${r.text}), [page](${r.page})</#if> | <#if r.trace??>[json](${r.trace})</#if> |
</#list>
</#if>
<#if example??>

Replay one of them, access by access, after `mvn verify`:

    java -jar stress-tests/target/hangproof.jar replay results/${example}
</#if>
<#if proofs?has_content>

## What was proved

Stalls are states from which only a timer leads to completion.

| case | kernel | model | bounds | searched | depth | end states | stalls |
|---|---|---|---|---|---|---|---|
<#list proofs as p>
| ${p.name} | ${p.versions} | ${p.model} | ${p.bounds} | ${p.size} | ${p.depth} | ${p.terminals} | ${p.stalls} |
</#list>
</#if>
<#if recorded?has_content>

## At larger bounds

Not searched in this run, but recorded from a longer one (`-Plong`, or
`hangproof report --larger`), which must count the same again.

| case | model | bounds | verdict | states |
|---|---|---|---|---|
<#list recorded as r>
| ${r.name} | ${r.model} | ${r.bounds} | ${r.verdict} | ${r.states} |
</#list>
</#if>

## On a real processor

Where `mvn verify` has run, `hardware.html` and `hardware.json` beside this file
tell what JCStress and Lincheck showed there. They are not committed: they differ
from machine to machine.
