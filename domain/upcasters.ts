/** Lifts the data of an event from one version of its type to the next. Pure, and never changed once shipped. */
export type Upcaster = (data: never) => unknown

/**
 * By type of event: the first lifts version 1 to 2, the second 2 to 3. Whoever changes what an event holds adds one here,
 * and events of every older version are read as if they had been written today. No type has a second version yet.
 */
export const UPCASTERS: Readonly<Record<string, readonly Upcaster[]>> = {}
