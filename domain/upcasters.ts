/** Lifts the data of an event from one version of its type to the next. Pure, and never changed once released. */
export type Upcaster = (data: never) => unknown

/** The first function lifts version 1 to 2. Older events are then read as if they had been written today. */
export const UPCASTERS: Readonly<Record<string, readonly Upcaster[]>> = {}
