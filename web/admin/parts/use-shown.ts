import { useState } from 'react'

/**
 * What the address asks for, else the preset. It stays once shown, even when the preset changes, because somebody
 * may be working on it.
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
