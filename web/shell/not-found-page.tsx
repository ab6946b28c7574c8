import { useDocumentTitle } from '../public-settings.ts'
import { ButtonLink } from '../ui/button.tsx'
import { MessageScreen } from './message-screen.tsx'

export function NotFoundPage() {
  useDocumentTitle('Page not found')
  return (
    <MessageScreen title="Page not found" actions={<ButtonLink to="/">See the standings</ButtonLink>}>
      There is no page at this address. It may have moved, or the link may be missing a few characters.
    </MessageScreen>
  )
}
