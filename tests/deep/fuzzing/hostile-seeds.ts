/** Asked in every run, so that no two have nothing in common. A seed that finds something joins them for good. */
export const KEPT_SEEDS: readonly number[] = [1, 20_270_310]
