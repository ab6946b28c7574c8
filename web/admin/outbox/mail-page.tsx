import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { Navigate, useOutletContext, useSearchParams } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import type { OutboxMail } from '../../../api/contract/outbox.ts'
import { query } from '../../server/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyCard } from '../../ui/empty-state.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Columns, Row } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useGrowingCount } from '../../ui/table/growing-count.ts'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { zoneName } from '../calendar.ts'
import { PageHead } from '../parts/page-head.tsx'
import { toRetry } from './failed-mail.ts'
import { MAIL_STATES } from './mail-badge.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { MailGroup, PAGE_MAILS } from './mail-group.tsx'
import { isTrouble, type MailsOfSports, mailGroups, mailsMatching } from './mail-groups.ts'
import { serverTrouble, useMailServer } from './mail-server.ts'
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
    ...query('GET /admin/outbox', { state }),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })
  const trouble = serverTrouble(useMailServer())
  const [search, setSearch] = useState('')
  // Typing does not wait for the rows.
  const typed = useDeferredValue(search)
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
                No mail server (SMTP) is configured, so nothing is sent. Open a mail to read it and pass its
                links on. Where a season hides picks from admins, its mails show no links here: use Copy Pick
                Link under Players & Mail of the sport.
              </Notice>
            )}
            {trouble && <Notice tone="warning" title={trouble} />}
            <Columns least={14} gap={3}>
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
            </Columns>
            {toRetry(mails).length > 0 && (
              <Row>
                <RetryAllButton />
              </Row>
            )}
            <Groups
              // What was found before is not drawn with what is found now.
              key={`${state} ${typed}`}
              mails={mails}
              typed={typed}
              narrowed={Boolean(state || typed)}
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

type GroupsProps = {
  mails: OutboxMail[]
  typed: string
  narrowed: boolean
  onOpen: (id: string) => void
}

const Groups = memo(function Groups({ mails, typed, narrowed, onOpen }: GroupsProps) {
  const groups = useMemo(() => mailGroups(mailsMatching(mails, typed)), [mails, typed])
  const isUnfolded = (group: MailsOfSports) => narrowed || groups.length === 1 || group.mails.some(isTrouble)
  const rows = groups.map((group) => (isUnfolded(group) ? Math.min(group.mails.length, PAGE_MAILS) : 1))
  const drawn = useGrowingCount(total(rows))
  const { data: rounds } = useQuery(query('GET /admin/rounds'))
  const nameOf = ([roundId, ...others]: readonly number[]) => {
    if (roundId === undefined) return 'Seasons and accounts'
    const name = rounds?.find(({ id }) => id === roundId)?.sport_name ?? `Sport ${roundId}`
    return others.length > 0 ? `${name} and ${others.length} more` : name
  }
  if (groups.length === 0) {
    return (
      <EmptyCard title={narrowed ? 'No such mail.' : 'No mail yet.'}>
        {narrowed
          ? 'Another search or another state may find it.'
          : 'Activate a sport, and the mails with the pick links appear here.'}
      </EmptyCard>
    )
  }
  const begun = groups.filter((_, index) => total(rows.slice(0, index)) < drawn)
  return begun.map((group) => (
    <MailGroup
      key={`${group.roundIds}`}
      name={nameOf(group.roundIds)}
      summary={group.summary}
      mails={group.mails}
      unfolded={isUnfolded(group)}
      onOpen={onOpen}
    />
  ))
})

const total = (rows: readonly number[]) => rows.reduce((sum, count) => sum + count, 0)
