import { useState } from 'react'

/**
 * What the address asks for, else the preset. Once shown it stays, also when another would be the preset by now: somebody may
 * be at work on it.
 */
export function useShown<Item extends { id: number }>(
  items: readonly Item[] | undefined,
  inAddress: number,
  presetOf: (items: readonly Item[]) => Item | undefined,
): Item | undefined {
  const [shown, setShown] = useState<number>()
  const byId = (wanted: number | undefined) => items?.find(({ id }) => id === wanted)
  const item = byId(inAddress) ?? byId(shown) ?? (items && presetOf(items))
  if (item && item.id !== shown) setShown(item.id)
  return item
}
