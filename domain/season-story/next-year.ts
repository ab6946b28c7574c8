import { counted } from '../names.ts'

type Years = { yearStart: number; yearEnd: number }

/** `Family Cup 2026` becomes `Family Cup 2027`, `Cup 2026/27` becomes `Cup 2027/28`, and `Cup` becomes `Cup 2027`. */
export function nextName(name: string, { yearStart, yearEnd }: Years): string {
  const later = name
    .replace(/(^|\D)((?:19|20)\d\d)(?!\d)/g, (_, before, year) => before + String(Number(year) + 1))
    .replace(
      /(\d{4}[/–-])(\d\d)(?!\d)/,
      (_, before, year) => before + String((Number(year) + 1) % 100).padStart(2, '0'),
    )
  if (later !== name) return later
  return `${name} ${yearStart + 1}${yearStart === yearEnd ? '' : `–${yearEnd + 1}`}`
}

/** `Start Office Champions 2027: 11 players, 4 sports, dates moved`. */
export const nextYearText = (
  ended: Years & { name: string },
  { players, sports }: { players: number; sports: number },
): string =>
  `Start ${nextName(ended.name, ended)}: ${counted(players, 'player')}, ${counted(sports, 'sport')}, dates moved`
