/** What JSON.stringify makes of a NUL and of half a surrogate pair, when it is not an escaped backslash before a u. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** The event holds what the log cannot keep as it is: a NUL, half a surrogate pair, or no JSON at all. */
export class UnstorableEvent extends Error {
  constructor(what: string) {
    super(`The event holds ${what}, which the log cannot keep`)
    this.name = 'UnstorableEvent'
  }
}

/** The JSON text of an event's data or metadata. Throws UnstorableEvent, so that no store keeps something else instead. */
export function eventJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (json === undefined) throw new UnstorableEvent(`${typeof value} as its data`)
  if (UNSTORABLE.test(json)) throw new UnstorableEvent('a NUL or half a surrogate pair')
  return json
}
