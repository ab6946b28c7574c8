import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** One line of the table. */
export type Row = {
  section: string
  what: string
  figure: number
  unit: string
  /** What the same machine does with nothing but the bare part, in the same unit. */
  bare?: number
  /** Fulfilled or not; none where the figure is only told. */
  target?: { is: 'at least' | 'at most'; value: number; of: 'figure' | 'ratio' }
}

const ratioOf = ({ figure, bare }: Row) => (bare === undefined ? null : figure / bare)

export function isMet(row: Row): boolean | null {
  if (!row.target) return null
  const value = row.target.of === 'figure' ? row.figure : ratioOf(row)
  if (value === null) return null
  return row.target.is === 'at least' ? value >= row.target.value : value <= row.target.value
}

export function printTable(rows: readonly Row[]): void {
  console.table(
    rows.map((row) => {
      const ratio = ratioOf(row)
      const { section, what, figure, unit, bare, target } = row
      return {
        section,
        what,
        figure: `${shown(figure)} ${unit}`,
        bare: bare === undefined ? '' : `${shown(bare)} ${unit}`,
        ratio: ratio === null ? '' : ratio.toFixed(2),
        target: target ? `${target.of === 'ratio' ? 'ratio ' : ''}${target.is} ${target.value}` : '',
        met: { true: 'yes', false: 'NO', null: '' }[`${isMet(row)}`],
      }
    }),
  )
}

/** To the standard output, or to a file. */
export function writeJson(rows: readonly Row[], path: string | null): void {
  const [cpu] = cpus()
  const report = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpu?.model.trim(), cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30) },
    node: process.version,
    rows: rows.map((row) => ({ ...row, ratio: ratioOf(row), isMet: isMet(row) })),
  }
  const text = JSON.stringify(report, null, 2)
  if (path === null) console.log(text)
  else writeFileSync(path, `${text}\n`)
}

const shown = (figure: number) =>
  figure >= 100 ? Math.round(figure).toLocaleString('en-US') : Number(figure.toPrecision(3))
