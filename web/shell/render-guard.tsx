import { Component, type ErrorInfo, type ReactNode } from 'react'
import { queryClient } from '../server/queries.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ScreenMissing } from './lazy-screen.tsx'
import { MessageScreen } from './message-screen.tsx'

type RenderGuardProps = { pathname: string; children: ReactNode }

/** A class, because React offers error boundaries only as classes. */
export class RenderGuard extends Component<RenderGuardProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(before: RenderGuardProps) {
    if (this.state.error !== null && before.pathname !== this.props.pathname) this.setState({ error: null })
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (error instanceof ScreenMissing) return <RouteErrorScreen />
    const tryAgain = () => {
      // The loaded data may be the cause.
      queryClient.removeQueries()
      this.setState({ error: null })
    }
    return (
      <MessageScreen
        title="Oops! Something went wrong"
        actions={
          <>
            <Button onClick={tryAgain}>Try Again</Button>
            <ButtonLink to="/" variant="secondary" onClick={tryAgain}>
              Go to Home
            </ButtonLink>
          </>
        }
      >
        The page could not be shown. Trying again often helps.
      </MessageScreen>
    )
  }
}

/** Mostly because the route's files did not arrive. */
function RouteErrorScreen() {
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
