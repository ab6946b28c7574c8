import { useDocumentTitle } from '../public-settings.ts'
import { ButtonLink } from '../ui/button.tsx'
import { MessageScreen } from './message-screen.tsx'

const title = 'Unexpected Application Error!'

export function NotFoundPage() {
  useDocumentTitle(title)
  return (
    <MessageScreen title={title} actions={<ButtonLink to="/">See the standings</ButtonLink>}>
      There is no page at this address. It may have moved, or the link may be missing a few characters.
    </MessageScreen>
  )
}
