import type { ReactNode } from 'react'
import type { PickStory, StoryEvent } from '../../api/contract/pick-stories.ts'
import { listed } from '../../domain/names.ts'
import { formatInZone } from '../pick/moment.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Hint, Row } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name, Time } from '../ui/name.tsx'
import styles from './story.module.css'

const headLength = 16

/** Everything that happened to a pick, oldest first. */
export function Story({ story }: { story: PickStory }) {
  return (
    <Card title="What happened">
      <ol className={styles.story}>
        {story.events.map((event, index) => (
          // Nothing is ever put before what has happened.
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike
          <Happened key={index} event={event} story={story} />
        ))}
      </ol>
      <Hint>
        Each seal covers everything recorded up to that point. With it anyone can check later that nothing was
        changed.
      </Hint>
    </Card>
  )
}

type HappenedProps = { event: StoryEvent; story: PickStory }

function Happened({ event, story }: HappenedProps) {
  const { kind, at, sentence, version, lock, effect, mail, seal, lateSeal } = event
  const { offsets } = story.round
  const moment = (instant: string) => <Time of={instant}>{formatInZone(instant, offsets, 'seconds')}</Time>
  return (
    <li data-kind={kind}>
      <Hint>{moment(at)}</Hint>
      <p>
        {sentence}. {version?.counts && <Badge tone="success">Counts</Badge>}
      </p>
      <By event={event} />
      {lock && (
        <Hint>
          {kind === 'refused' || lock.was === lock.is ? (
            <>The lock time was {moment(lock.is)}.</>
          ) : lock.was === null ? (
            <>Picks lock {moment(lock.is)}.</>
          ) : (
            <>
              The lock time was {moment(lock.was)} and is now {moment(lock.is)}.
            </>
          )}
        </Hint>
      )}
      {version && <Version version={version} story={story} />}
      {mail && <Mail mail={mail} />}
      {effect && <Effect effect={effect} />}
      {seal && (
        <p className={styles.proof}>
          Seal{' '}
          <Link className={styles.seal} translate="no" to={`/proof?of=${seal.head}`}>
            {seal.head.slice(0, headLength)}
          </Link>
        </p>
      )}
      {lateSeal && <p>It was {lateSeal}.</p>}
    </li>
  )
}

const states: Record<string, string> = {
  sent: 'Sent',
  queued: 'On its way',
  kept: 'Kept',
  failed: 'Failed',
  unconfirmed: 'Not confirmed',
  suppressed: 'Not sent',
  skipped: 'Not sent',
}

/** How exactly the mail server accepted a mail is for admins. */
function Mail({ mail: { state, reply } }: { mail: NonNullable<StoryEvent['mail']> }) {
  const words = reply?.replace(/^(Not sent|Kept under Mail): /, '')
  return (
    <Hint>
      <Badge tone={state === 'sent' ? 'success' : 'neutral'}>{states[state] ?? state}</Badge>{' '}
      {state === 'sent'
        ? 'The mail server accepted it.'
        : words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`}
    </Hint>
  )
}

/** Who did it, and why; nothing where no reason is needed. */
function By({ event: { kind, by, admin, reason, lacksReason } }: { event: StoryEvent }) {
  if (by === 'player') return kind === 'pick' && <Hint>From the link.</Hint>
  if (by !== 'admin' || !(reason || lacksReason)) return null
  return (
    <Hint>
      By {admin && <Name of={admin} />}: {reason ? <q translate="no">{reason}</q> : 'no reason given'}
    </Hint>
  )
}

type VersionProps = { version: NonNullable<StoryEvent['version']>; story: PickStory }

function Version({ version: { code, guess, picks, nowCalled }, story }: VersionProps) {
  const { tieBreak } = story.round
  return (
    <Hint>
      {nowCalled && (
        <>
          Now called <Name of={nowCalled} />.{' '}
        </>
      )}
      {guess !== null && tieBreak && (
        <>
          <Name of={tieBreak.question} /> {guess} {tieBreak.unit}.{' '}
        </>
      )}
      {picks.length > 0 && (
        <>
          Receipt{' '}
          <Link className={styles.seal} translate="no" to={`/receipt/${code}`}>
            {code}
          </Link>
        </>
      )}
    </Hint>
  )
}

function Effect({ effect: { before, after, leaders } }: { effect: NonNullable<StoryEvent['effect']> }) {
  const [led, leads] = [leaders.before, leaders.after].map((names) => listed(names))
  return (
    <>
      {(before || after) && (
        <Row as="dl" gap={4}>
          <Change name="Points here" before={before?.points} after={after?.points} />
          <Change name="Total" before={before?.total} after={after?.total} />
          <Change name="Rank" before={before?.rank} after={after?.rank} sign="#" />
        </Row>
      )}
      {led !== leads && (
        <Hint>
          {led && `${led} led before. `}
          {leads ? `${leads} took the lead.` : 'Nobody leads now.'}
        </Hint>
      )}
    </>
  )
}

type ChangeProps = {
  name: ReactNode
  before: number | null | undefined
  after: number | null | undefined
  sign?: string
}

function Change({ name, before, after, sign = '' }: ChangeProps) {
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : `${sign}${value}`
  const same = text(before) === text(after)
  return (
    <div>
      <Hint as="dt">{name}</Hint>
      <dd>{same ? text(after) : <strong>{`${text(before)} → ${text(after)}`}</strong>}</dd>
    </div>
  )
}
