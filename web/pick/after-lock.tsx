import type { ReactNode } from 'react'
import type { OwnPick } from '../../api/contract/picks.ts'
import { RoundSeal } from '../seal/round-seal.tsx'
import { Card } from '../ui/card.tsx'
import styles from './after-lock.module.css'
import { formatMoment } from './moment.ts'

type AfterLockProps = {
  pick: OwnPick
  children: ReactNode
}

export function AfterLock({ pick, children }: AfterLockProps) {
  return (
    <>
      {pick.result && <Result result={pick.result} />}
      {children}
      {pick.lockedAt && <LockStory pick={pick} lockedAt={pick.lockedAt} />}
    </>
  )
}

function Result({ result }: { result: NonNullable<OwnPick['result']> }) {
  const { points, rank, playerCount, totalPoints, sentence } = result
  return (
    <Card title="Result">
      <dl className={styles.figures}>
        <Figure name="Points">{points > 0 ? `+${points}` : points}</Figure>
        <Figure name="Total">{totalPoints}</Figure>
        {totalPoints !== 0 && (
          <Figure name="Rank">
            #{rank} <span>of {playerCount}</span>
          </Figure>
        )}
      </dl>
      <p className={styles.sentence}>{sentence}</p>
    </Card>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type LockStoryProps = { pick: OwnPick; lockedAt: string }

function LockStory({ pick: { round, lockChanges }, lockedAt }: LockStoryProps) {
  const moment = (instant: string) => (
    <time dateTime={instant}>{formatMoment(instant, round.timezone, 'seconds')}</time>
  )
  return (
    <Card title="The lock">
      <ul className={styles.story}>
        {lockChanges.map(({ at, from, to, early, reason }) => (
          <li key={at}>
            {early ? (
              <>
                Locked early by an admin on {moment(to)}. Planned was {moment(from)}.
              </>
            ) : (
              <>
                Moved by an admin on {moment(at)}, from {moment(from)} to {moment(to)}.
              </>
            )}
            {reason && <q>{reason}</q>}
          </li>
        ))}
        {!lockChanges.at(-1)?.early && <li>Locked as planned on {moment(lockedAt)}.</li>}
      </ul>
      <RoundSeal roundId={round.id} />
    </Card>
  )
}
