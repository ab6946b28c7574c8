// A fixed locale, so that the same log gives the same order on every machine.
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

export function compareNames(
  left: { name: string; id: number },
  right: { name: string; id: number },
): number {
  return collator.compare(left.name, right.name) || left.id - right.id
}

/** Texts that differ only in case, outer spaces or Unicode form are the same. */
export const comparable = (text: string): string => text.trim().normalize('NFKC').toLowerCase()
