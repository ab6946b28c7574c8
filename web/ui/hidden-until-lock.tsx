import { Hint } from './layout.tsx'

/** Who sees a pick before its sport locks, in this season. */
export const HiddenUntilLock = ({ fromAdmins }: { fromAdmins: boolean }) => (
  <Hint>
    {fromAdmins
      ? 'Nobody sees your pick before the lock, not even the admins. If an admin has to look, everyone can see that.'
      : 'Other players do not see your pick before the lock. Admins do.'}
  </Hint>
)
