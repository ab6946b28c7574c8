import { Button } from '../ui/button.tsx'
import { MessageScreen } from './message-screen.tsx'

/** Mostly because the route's files did not arrive. */
export function RouteErrorScreen() {
  return (
    <MessageScreen
      title="Unexpected Application Error!"
      actions={
        <>
          <Button onClick={() => window.location.reload()}>Reload the page</Button>
          <Button variant="secondary" onClick={() => window.location.assign('/')}>
            Go to Home
          </Button>
        </>
      }
    >
      The page could not be opened. Please check your connection and reload it.
    </MessageScreen>
  )
}
