import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FullHealth } from '../../../api/contract/health.ts'
import type { RoundList } from '../../../api/contract/rounds.ts'
import { query } from '../../server/api.ts'
import { ButtonLink, SmallButton, SmallLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hint, Lines, Row } from '../../ui/layout.tsx'
import { formatDistance } from '../calendar.ts'
import { correctionOf, failedMails, getNoMail, useMailTrouble } from '../outbox/failed-mail.ts'
import { serverTrouble, useMailServer } from '../outbox/mail-server.ts'
import { fewNames } from '../sports/activate/who-gets-links.tsx'
import { useNextSeason } from './next-season.ts'
import { missingIn, type Overview } from './tasks.ts'

export type Doing = { action: 'complete' | 'remind'; round: RoundList[number] }

type NeedsYouProps = {
  overview: Overview
  /** Only the main admin reads the mail. */
  main: boolean
  onDo: (doing: Doing) => void
}

const NAMED_MAX = 8

export function NeedsYou({
  overview: { withoutResult, waitingForPicks, lateDrafts, toFollow },
  main,
  onDo,
}: NeedsYouProps) {
  const { failed, unreachable } = useMailTrouble(main, !main)
  const [toCorrect] = unreachable
  const trouble = serverTrouble(useMailServer())
  const next = useNextSeason(toFollow)
  const { data: health } = useQuery({ ...query('GET /admin/health'), enabled: main })
  const backup = health && backupTrouble(health)
  const others = [failed.length > 0, trouble, toCorrect, next, backup].filter(Boolean).length
  const count = withoutResult.length + waitingForPicks.length + lateDrafts.length + others
  return (
    <Card title="Needs you now" flush aside={count > 0 && <Hint as="span">{count}</Hint>}>
      <Lines flush>
        {count === 0 && (
          <Hint as="li" size="m">
            Nothing to do. Every locked sport has its result, and nobody is late with a pick.
          </Hint>
        )}
        {withoutResult.map((round) => (
          <Task
            key={round.id}
            title={round.sport_name}
            text={`Locked ${formatDistance(round.lock_time)}. No result yet.`}
          >
            <ActionButton text="Complete & Score" primary {...{ round, onDo }} action="complete" />
          </Task>
        ))}
        {next && (
          <Task
            title={next.title}
            text={`${next.name} has ended. The next season takes along its sports, players and rules.`}
          >
            <ButtonLink to={`/admin/seasons?from=${next.from}`} size="small">
              Start the Next Season
            </ButtonLink>
            <SmallButton variant="quiet" onClick={next.putAway}>
              Not Yet
            </SmallButton>
          </Task>
        )}
        {trouble && (
          <Task title={trouble} text="What waits goes out by itself once the server takes mail again.">
            {main && <SmallLink to="/admin/mail">Open Mail</SmallLink>}
          </Task>
        )}
        {backup && (
          <Task title={backup.title} text={backup.text}>
            <SmallLink to="/admin/operations">Open Operations</SmallLink>
          </Task>
        )}
        {toCorrect && (
          <Task title={getNoMail(unreachable)} text="Nothing more is mailed there until the address changes.">
            <SmallLink to={correctionOf(toCorrect)}>Correct Address</SmallLink>
          </Task>
        )}
        {failed.length > 0 && (
          <Task title={failedMails(failed)} text="See why, and send it again, under Mail.">
            <ButtonLink to="/admin/mail?state=failed" size="small">
              Open Mail
            </ButtonLink>
          </Task>
        )}
        {waitingForPicks.map((round) => (
          <Task
            key={round.id}
            title={round.sport_name}
            text={`Locks ${formatDistance(round.lock_time)}. Not picked yet: ${fewNames(missingIn(round), NAMED_MAX)}.`}
          >
            <ActionButton text="Remind" {...{ round, onDo }} action="remind" />
            <SmallLink
              to={`/admin/manage-picks?sport=${round.id}&show=Not+picked`}
              aria-label={`Enter Picks: ${round.sport_name}`}
            >
              Enter Picks
            </SmallLink>
          </Task>
        ))}
        {lateDrafts.map((round) => (
          <Task
            key={round.id}
            title={round.sport_name}
            text={`${lateness(round)} It is a draft, so nobody can pick.`}
          >
            <SmallLink
              to={`/admin/rounds?season=${round.season_id}`}
              aria-label={`Open Sports: ${round.sport_name}`}
            >
              Open Sports
            </SmallLink>
          </Task>
        ))}
      </Lines>
    </Card>
  )
}

function Task({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Row as="li" gap={4} grows>
      <div>
        <strong>{title}</strong>
        <Hint>{text}</Hint>
      </div>
      <Row gap={2}>{children}</Row>
    </Row>
  )
}

type ActionButtonProps = Doing & { text: string; primary?: boolean; onDo: (doing: Doing) => void }

function ActionButton({ text, primary = false, action, round, onDo }: ActionButtonProps) {
  return (
    <SmallButton
      variant={primary ? 'primary' : 'secondary'}
      aria-label={`${text}: ${round.sport_name}`}
      onClick={() => onDo({ action, round })}
    >
      {text}
    </SmallButton>
  )
}

function backupTrouble({ services, backup }: FullHealth) {
  if (!backup || services.backup?.status === 'ok') return null
  return {
    title: backup.lastGoodAt
      ? `The last good backup was made ${formatDistance(backup.lastGoodAt)}`
      : 'There is no good backup yet',
    text: backup.error ? `The last try failed: ${backup.error}` : 'See why under Operations.',
  }
}

const lateness = ({ lock_time }: RoundList[number]) =>
  Date.parse(lock_time) > Date.now()
    ? `Locks ${formatDistance(lock_time)}.`
    : `Its lock time was ${formatDistance(lock_time)}.`
