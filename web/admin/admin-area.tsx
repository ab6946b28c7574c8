import { Page } from '../shell/page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Everything under /admin. */
export function AdminArea() {
  return (
    <Page title="Admin" adminLink={false}>
      <EmptyState title="The admin area is on its way." />
    </Page>
  )
}
