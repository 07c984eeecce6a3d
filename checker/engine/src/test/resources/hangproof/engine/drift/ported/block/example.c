// SPDX-License-Identifier: MIT
/* Written for the tests: no kernel code. bells_ring() { is mentioned here; } */
#include <linux/bells.h>

static int bells_ring(struct bell *b);
int bells_count(void);

#define bells_any(b)			\
	(READ_ONCE((b)->count) != 0)

static inline bool bells_one(struct bell *b) { return b->count == 1; }

/* Rings. */
static int bells_ring(struct bell *b)
{
	/* first } of a comment */
	const char *brace = "}";

	if (bells_any(b))
		return bells_ring_slow(b, brace);
	return 0;
}

static void
bells_wait(struct bell *b,
	   int how_long)
	__releases(b->lock)
{
#ifdef CONFIG_LONG
	if (how_long > 1) {
#else
	if (how_long) {
#endif
		sleep(b);
	}
}

#ifdef CONFIG_COUNT
int bells_count(void)
{
	return count;
}
#else
int bells_count(void)
{
	return 0;
}
#endif

EXPORT_SYMBOL(bells_ring);
