import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useOutletContext, useSearchParams } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import type { OutboxMail } from '../../../api/contract/outbox.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { outboxQuery, roundsQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { PageHead } from '../area/page-head.tsx'
import { zoneName } from '../calendar.ts'
import { toRetry } from './failed-mail.ts'
import { MAIL_STATES } from './mail-badge.tsx'
import { MailDialog } from './mail-dialog.tsx'
import styles from './mail-group.module.css'
import { MailGroup } from './mail-group.tsx'
import { isTrouble, mailGroups, mailsMatching } from './mail-groups.ts'
import { MailStateSelect } from './mail-state-select.tsx'
import { RetryAllButton } from './retry-button.tsx'

const LISTED_MAX = 500

export function MailPage() {
  const me = useOutletContext<Me>()
  return me.isMainAdmin ? <Mail /> : <Navigate to="/admin" replace />
}

function Mail() {
  const [params, setParams] = useSearchParams()
  const state = MAIL_STATES.find((one) => one === params.get('state'))
  const outbox = useQuery({
    ...outboxQuery(state),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<OutboxMail['id'] | null>(null)
  return (
    <>
      <PageHead
        title="Mail"
        text={`What went to whom, by sport. What failed comes first. Times in ${zoneName()}.`}
        actions={
          <ButtonLink to="/admin/settings/email" variant="secondary">
            Email Settings
          </ButtonLink>
        }
      />
      <Loaded query={outbox}>
        {({ delivery, counts, mails }) => (
          <>
            {delivery === 'dev' && (
              <Notice title="Mail stays here for now">
                No mail server (SMTP) is configured, so nothing is sent. You can open each mail and pass its
                link on.
              </Notice>
            )}
            <div className={styles.filters}>
              <TextInput
                label="Search mail"
                type="search"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
              <MailStateSelect
                state={state}
                counts={counts}
                onSelect={(next) => setParams(next ? { state: next } : {}, { replace: true })}
              />
            </div>
            {toRetry(mails).length > 0 && (
              <div className={styles.actions}>
                <RetryAllButton />
              </div>
            )}
            <Groups
              mails={mailsMatching(mails, search)}
              narrowed={Boolean(state || search)}
              onOpen={setOpened}
            />
            {mails.length === LISTED_MAX && (
              <p>These are the newest {LISTED_MAX} mails. Choose a state to see more.</p>
            )}
          </>
        )}
      </Loaded>
      {opened && <MailDialog id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

type GroupsProps = { mails: OutboxMail[]; narrowed: boolean; onOpen: (id: string) => void }

function Groups({ mails, narrowed, onOpen }: GroupsProps) {
  const { data: rounds } = useQuery(roundsQuery)
  const nameOf = (roundId: number | null) => {
    if (roundId === null) return 'Seasons and accounts'
    return rounds?.find(({ id }) => id === roundId)?.sport_name ?? `Sport ${roundId}`
  }
  if (mails.length === 0) {
    return (
      <Card>
        <EmptyState title={narrowed ? 'No such mail.' : 'No mail yet.'}>
          {narrowed
            ? 'Another search or another state may find it.'
            : 'Activate a sport, and the mails with the pick links appear here.'}
        </EmptyState>
      </Card>
    )
  }
  const groups = mailGroups(mails)
  return groups.map((group) => (
    <MailGroup
      key={`${group.roundId} ${narrowed}`}
      name={nameOf(group.roundId)}
      summary={group.summary}
      mails={group.mails}
      unfolded={narrowed || groups.length === 1 || group.mails.some(isTrouble)}
      onOpen={onOpen}
    />
  ))
}
