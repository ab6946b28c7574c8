import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { attentionMs } from '../../browser/attention.ts'
import { errorText } from '../../server/request.ts'
import { useSession } from '../../session.ts'
import { MessageScreen } from '../../shell/message-screen.tsx'
import { Page } from '../../shell/page.tsx'
import { PageLoading } from '../../shell/page-loading.tsx'
import { Button } from '../../ui/button.tsx'
import { meQuery } from '../admin-queries.ts'
import { isRefused } from '../refused.ts'
import { FactorRequired } from '../second-factor/factor-required.tsx'
import { FirstTimeSetup } from '../setup/first-time-setup.tsx'
import { AdminTabs, tabAt } from './admin-tabs.tsx'
import { DevToolsBanner } from './dev-tools-banner.tsx'
import { UserMenu } from './user-menu.tsx'
import { Warning } from './warning.tsx'

export function AdminArea() {
  const { token, hasExpired } = useSession()
  const { pathname, search } = useLocation()
  if (token !== null) return <SignedInArea token={token} />
  return <Navigate to="/admin/login" replace state={hasExpired && { wayBack: `${pathname}${search}` }} />
}

function SignedInArea({ token }: { token: string }) {
  const {
    data: me,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...meQuery(token),
    // A new token belongs to the same person, so the screen stays.
    placeholderData: keepPreviousData,
    // A person who types for long stays signed in; an abandoned page goes to the login.
    refetchInterval: attentionMs,
  })
  const { pathname } = useLocation()
  useExpiry(token, error)
  const [hasCodesToKeep, setCodesToKeep] = useState(false)
  if (me?.must_change_password) return <FirstTimeSetup me={me} />
  if (me?.must_set_up_second_factor || hasCodesToKeep) {
    return <FactorRequired onTurnedOn={() => setCodesToKeep(true)} onDone={() => setCodesToKeep(false)} />
  }
  if (me) {
    return (
      <Page
        title={tabAt(pathname)?.name ?? 'Admin'}
        adminLink={false}
        actions={<UserMenu me={me} />}
        tabs={<AdminTabs main={me.isMainAdmin} />}
      >
        <Warning main={me.isMainAdmin} />
        <Outlet context={me} />
        {me.isMainAdmin && <DevToolsBanner />}
      </Page>
    )
  }
  if (!error || isRefused(error)) return <PageLoading />
  return (
    <MessageScreen
      title="You are still signed in"
      actions={
        <Button busy={isFetching} onClick={() => refetch()}>
          Try Again
        </Button>
      }
    >
      Failed to load user information. Please refresh the page. {errorText(error, '')}
    </MessageScreen>
  )
}

/** Only a refusal ends the session, not a server that is unreachable for a moment. */
function useExpiry(token: string, error: Error | null) {
  const expire = useSession((state) => state.expire)
  useEffect(() => {
    if (isRefused(error)) expire(token)
  }, [error, expire, token])
}
