import type { Verification } from '../../../api/contract/operations.ts'
import { Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'

const shownMax = 50

export function VerificationOutcome({ verification }: { verification: Verification }) {
  const { isRight, log, tables, remarks, heads } = verification
  const wrong = [
    ...verification.wrong,
    ...heads.filter(({ seal }) => !seal).map(({ head }) => `${head} is not a seal of this league`),
  ]
  const known = heads.flatMap(({ head, seal }) => (seal ? [{ head, seal }] : []))
  return (
    <Stack gap={3}>
      {isRight ? (
        <Notice tone="success" title="Everything is correct">
          The log is unchanged since it was sealed, and every table matches it.
        </Notice>
      ) : (
        <Notice tone="danger" title="Something is wrong">
          <Findings sentences={wrong} />
        </Notice>
      )}
      <p>
        {log.events} events under {log.seals} seals were read, and {tables.rows} rows of {tables.tables}{' '}
        tables compared.
        {log.unsealed > 0 && ` ${log.unsealed} events are too new to be sealed.`}
        {log.erased > 0 && ` ${log.erased} events were removed with erased people, as they should be.`}
      </p>
      {remarks.length > 0 && (
        <>
          <p>A wrong clock, or a server that was down, explains these:</p>
          <Findings sentences={remarks} />
        </>
      )}
      {known.length > 0 && (
        <Findings
          sentences={known.map(
            ({ head, seal }) => `${head} is a seal of this league. It covers the first ${seal.events} events`,
          )}
        />
      )}
    </Stack>
  )
}

function Findings({ sentences }: { sentences: string[] }) {
  const more = sentences.length - shownMax
  return (
    <Stack as="ul" gap={2} marked>
      {sentences.slice(0, shownMax).map((sentence) => (
        <li key={sentence}>{sentence}.</li>
      ))}
      {more > 0 && <li>And {more} more.</li>}
    </Stack>
  )
}
