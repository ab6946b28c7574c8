import { discrepancySentence } from '../platform/integrity/discrepancy-sentence.ts'
import type { LogCheck } from '../platform/integrity/hash-chain-check.ts'
import type { VerificationReport } from '../projections/verification/verify.ts'

const SHOWN_MAX = 20

export function findings({ isRight, log, tables, wrong, remarks, heads }: VerificationReport): string[] {
  return [
    `  Log     ${log.events} events under ${log.seals} seals; ${log.unsealed} not sealed yet, ${log.erased} erased with a person`,
    `  Head    ${log.head ?? 'none yet'}`,
    `  Tables  ${tables.rows} rows in ${tables.tables} tables compared`,
    ...shortened('!', wrong),
    ...shortened(' ', remarks),
    ...heads.map(({ head, seal }) =>
      seal
        ? `  ${head} is the head of seal ${seal.number} over ${seal.events} events, made ${seal.sealedAt}`
        : `! ${head} is not a head of this log`,
    ),
    isRight
      ? `All is right: the tables match the log, and ${log.seals === 0 ? 'nothing is sealed yet' : 'the log matches its seals'}.`
      : 'Something is wrong.',
  ]
}

export function importFindings({ events, seals, unsealed, head, discrepancies }: LogCheck): string[] {
  return [
    `  Log     ${events} events under ${seals} seals; ${unsealed} came without a seal`,
    `  Head    ${head ?? 'none: nothing proves these events'}`,
    ...shortened('!', discrepancies.map(discrepancySentence)),
  ]
}

function shortened(mark: string, sentences: readonly string[]): string[] {
  const lines = sentences.slice(0, SHOWN_MAX).map((sentence) => `${mark} ${sentence}`)
  return sentences.length > SHOWN_MAX ? [...lines, `${mark} and ${sentences.length - SHOWN_MAX} more`] : lines
}
