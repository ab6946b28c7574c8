import type { MyPage } from '../../api/contract/my-page.ts'
import { LockedSports } from './locked-sports.tsx'
import { MailSwitches } from './mail-switches.tsx'
import { Ranks } from './ranks.tsx'

export const BelowOpen = ({ token, page }: { token: string; page: MyPage }) => (
  <>
    <LockedSports page={page} />
    <Ranks page={page} />
    <MailSwitches token={token} page={page} />
  </>
)
