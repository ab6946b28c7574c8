const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

class UnstorableEvent extends Error {
  constructor(what: string) {
    super(`The event holds ${what}, which the log cannot keep`)
    this.name = 'UnstorableEvent'
  }
}

/** Throws UnstorableEvent, so that no store keeps something else instead. */
export function eventJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (json === undefined) throw new UnstorableEvent(`${typeof value} as its data`)
  if (UNSTORABLE.test(json)) throw new UnstorableEvent('a NUL or half a surrogate pair')
  return json
}
