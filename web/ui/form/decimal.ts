/** With a point or a comma. Null where it is empty, NaN where it is no number: three digits after a comma may be thousands. */
export function decimalIn(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  return /^[-+]?(\d+[.,]?\d*|[.,]\d+)$/.test(typed) && !/,\d{3}$/.test(typed)
    ? Number(typed.replace(',', '.'))
    : Number.NaN
}

export const decimalProblem = (text: string) =>
  Number.isNaN(decimalIn(text)) ? 'Please enter a number such as 1000 or 9.58' : undefined
