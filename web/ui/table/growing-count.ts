import { startTransition, useEffect, useState } from 'react'

const rowsAtOnce = 40
const rowsPerStep = 20

/** A screenful of rows at once and the rest in steps, so that no device freezes. */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(rowsAtOnce)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => startTransition(() => setCount(count + rowsPerStep)), 50)
    return () => clearTimeout(timer)
  }, [count, total])
  return count
}

/** So many rows that the columns need fixed widths, or each new row would move them. */
export const isLarge = (rows: number) => rows > rowsAtOnce
