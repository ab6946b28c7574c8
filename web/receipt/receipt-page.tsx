import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Receipt } from '../../api/contract/receipts.ts'
import { formatInZone, formatSpan } from '../pick/moment.ts'
import { KEEP_RECEIPT } from '../pick/pick-texts.ts'
import { query } from '../server/api.ts'
import { ClientError } from '../server/request.ts'
import { Page } from '../shell/page.tsx'
import { SmallLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Hint, Row, Stack } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name, Time } from '../ui/name.tsx'
import { Notice } from '../ui/notice.tsx'
import { Loaded } from '../ui/waiting/loaded.tsx'
import styles from './receipt-page.module.css'

/** Shows when a pick was saved, and the pick itself once nobody can pick any more. */
export function ReceiptPage() {
  const { code = '' } = useParams()
  return (
    <Page title="Receipt" width="narrow">
      <h1>Receipt</h1>
      <Found key={code} code={code} />
      <p>
        <Link to="/proof">Check another receipt or a seal</Link>
      </p>
    </Page>
  )
}

function Found({ code }: { code: string }) {
  const receipt = useQuery(query('GET /public/receipts/{code}', code, { story: 'true' }))
  const { error } = receipt
  if (error instanceof ClientError && error.status === 404) {
    return (
      <Notice tone="danger" title="No such receipt" action={<SmallLink to="/">See the standings</SmallLink>}>
        {error.message}. Compare it with the one on your pick page.
      </Notice>
    )
  }
  return (
    <Loaded query={receipt} title="This did not work" fallback="The receipt could not be loaded." blocks={1}>
      {(loaded) => <Proof receipt={loaded} />}
    </Loaded>
  )
}

function Proof({ receipt }: { receipt: Receipt }) {
  const { code, playerName, sportName, seasonName, savedAt, savedBy, lockTime, offsets, picks, nowCalled } =
    receipt
  const { beforeLockMs, locked, pick, calledThen } = receipt
  const early = beforeLockMs >= 0
  return (
    <Card>
      <Stack>
        <Row>
          <p className={styles.code} translate="no">
            {code}
          </p>
          <CopyButton text={code} name="Copy" />
        </Row>
        <Hint>{KEEP_RECEIPT}</Hint>
        <dl className={styles.facts}>
          <Fact name="Player">
            <Name of={playerName} />
          </Fact>
          <Fact name="Sport">
            <Name of={`${sportName}, ${seasonName}`} />
          </Fact>
          {calledThen && (
            <Fact name="Called then">
              <Name of={`${calledThen.sportName}, ${calledThen.seasonName}`} />
            </Fact>
          )}
          <Fact name={savedBy === 'admin' ? 'Entered by an admin' : 'Saved'}>
            <Time of={savedAt}>{formatInZone(savedAt, offsets, 'seconds')}</Time>
          </Fact>
          <Fact name="Lock">
            <Time of={lockTime}>{formatInZone(lockTime, offsets, 'seconds')}</Time>
          </Fact>
          <Fact name={early ? 'Before the lock' : 'After the lock'}>
            {formatSpan(Math.abs(beforeLockMs))}
          </Fact>
          <Fact name="Pick">
            {picks ? (
              <>
                <Name of={picks.join(', ')} />
                {nowCalled && (
                  <>
                    , now called <Name of={nowCalled} />
                  </>
                )}
              </>
            ) : locked ? (
              'Not shown: the sport was deleted'
            ) : (
              hiddenText(receipt)
            )}
          </Fact>
        </dl>
        <Fate receipt={receipt} />
        {pick && (
          <p>
            <Link to={`/seasons/${pick.seasonId}/sports/${pick.roundId}/players/${pick.playerId}`}>
              History of this pick
            </Link>
          </p>
        )}
      </Stack>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const hiddenText = ({ cancelled }: Receipt) =>
  cancelled ? 'Hidden: the sport was cancelled before its lock' : 'Hidden until the lock'

function Fate({ receipt: { fate, lateSeal, supersededBy, offsets, locked } }: { receipt: Receipt }) {
  const later = supersededBy && formatInZone(supersededBy.savedAt, offsets, 'seconds')
  if (fate === 'counts') {
    return (
      <Notice tone={lateSeal ? 'warning' : 'success'}>
        {locked ? 'This is the pick that counts.' : 'This is the pick that counts so far.'}
        {lateSeal && ` It was ${lateSeal}.`}
      </Notice>
    )
  }
  const other = supersededBy?.savedBy === 'admin' ? 'entered by an admin' : 'saved'
  return (
    <Notice tone="warning">
      {fate === 'withdrawn' && 'An admin removed this pick, and no other counts.'}
      {fate === 'late' && 'This came after the lock and does not count. '}
      {fate === 'sealed_late' && 'It was saved before the lock but recorded after it, and does not count. '}
      {later && `The pick that counts was ${other} on ${later}.`}
    </Notice>
  )
}
