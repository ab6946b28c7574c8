/** Each of these once found a bug, in the product or in the simulation. */
export const SEEDS_THAT_FAILED: readonly number[] = [2047673464, 850344272, 77, 1215459006, 67, 1745212229]
