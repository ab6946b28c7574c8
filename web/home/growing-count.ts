import { startTransition, useEffect, useState } from 'react'

const rowsAtOnce = 40
const rowsPerStep = 20

/** How many of many rows to draw by now: a screenful at once, the rest bit by bit, so that no device stands still. */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(rowsAtOnce)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => startTransition(() => setCount(count + rowsPerStep)), 50)
    return () => clearTimeout(timer)
  }, [count, total])
  return count
}

/** So many rows that their columns have a width of their own, lest every new row moves them. */
export const isLarge = (rows: number) => rows > rowsAtOnce
