/** Lifts the data of an event from one version of its type to the next. Pure, and never changed once released. */
export type Upcaster = (data: never) => unknown

/**
 * By type: the first function lifts version 1 to 2, the second 2 to 3. When you change the data of an event, add one
 * here; older events are then read as if they had been written today.
 */
export const UPCASTERS: Readonly<Record<string, readonly Upcaster[]>> = {}
