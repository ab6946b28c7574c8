// A fixed locale, so that the same log gives the same order on every machine.
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** The order of names in every list; the id settles namesakes. */
export function compareNames(
  left: { name: string; id: number },
  right: { name: string; id: number },
): number {
  return collator.compare(left.name, right.name) || left.id - right.id
}

/** Texts that differ in case, outer spaces or Unicode form mean the same. */
export const comparable = (text: string): string => text.trim().normalize('NFKC').toLowerCase()
