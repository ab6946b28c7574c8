import type { ReactNode } from 'react'
import { counted } from '../../../domain/names.ts'
import { Box, Hint, Row, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PastedPlayers } from './pasted-players.ts'

export function PastedPreview({ pasted }: { pasted: PastedPlayers }) {
  const { coming, passedOver, problems, households } = pasted
  return (
    <Stack gap={3}>
      <strong role="status">{sumOf(pasted)}</strong>
      {problems.length > 0 && (
        <Notice tone="warning">
          <Lines label="Lines with a problem">
            {problems.map(({ line, problem }) => (
              <li key={line}>
                <strong>Line {line}:</strong> {problem}.
              </li>
            ))}
          </Lines>
        </Notice>
      )}
      {coming.length > 0 && (
        <Lines label="New players">
          {coming.map(({ line, name, email }) => (
            <Row as="li" key={line}>
              <strong>{name}</strong>
              <span>{email || 'No email'}</span>
            </Row>
          ))}
        </Lines>
      )}
      {households.length > 0 && (
        <Lines label="Shared addresses">
          {households.map(({ email, names }) => (
            <li key={email}>
              {names.join(', ')} share {email}. Each of them gets mail of their own there.
            </li>
          ))}
        </Lines>
      )}
      {passedOver.length > 0 && (
        <Lines label="Left out">
          {passedOver.map(({ line, name, why }) => (
            <li key={line}>
              Line {line}: {name} is {why}.
            </li>
          ))}
        </Lines>
      )}
    </Stack>
  )
}

function Lines({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Hint as="div">
      <Box as="ul" gap={1} scrolls aria-label={label} tabIndex={0}>
        {children}
      </Box>
    </Hint>
  )
}

function sumOf({ coming, passedOver, problems }: PastedPlayers): string {
  const left = passedOver.length
  const wrong = problems.length
  if (coming.length + left + wrong === 0) return ''
  return [
    coming.length === 0 ? 'Nobody is new.' : `${counted(coming.length, 'new player')}.`,
    left > 0 && `${counted(left, 'line')} left out, because the player is there already.`,
    wrong > 0 && `${counted(wrong, 'line')} with a problem: correct them here, or add the others first.`,
  ]
    .filter(Boolean)
    .join(' ')
}
