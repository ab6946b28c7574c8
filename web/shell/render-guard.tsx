import { Component, type ErrorInfo, type ReactNode } from 'react'
import { queryClient } from '../queries.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { MessageScreen } from './message-screen.tsx'

type RenderGuardProps = { pathname: string; children: ReactNode }

/** A class, because React offers error boundaries only as classes. */
export class RenderGuard extends Component<RenderGuardProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate(before: RenderGuardProps) {
    if (this.state.failed && before.pathname !== this.props.pathname) this.setState({ failed: false })
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const tryAgain = () => {
      // The loaded data may be the cause.
      queryClient.removeQueries()
      this.setState({ failed: false })
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
