import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from './page.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is no page at this address."
        action={<ButtonLink to="/">See the standings</ButtonLink>}
      >
        It may have moved, or the link may be missing a few characters.
      </EmptyState>
    </Page>
  )
}
