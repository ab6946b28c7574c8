import { Component, type ErrorInfo, type ReactNode } from 'react'
import { basePath, pathHere } from '../browser/base-path.ts'
import { queryClient } from '../server/queries.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ScreenMissing } from './lazy-screen.tsx'
import { MessageScreen } from './message-screen.tsx'

/** What the server wrote into this page. */
const ahead = { html: document.querySelector('#root main')?.innerHTML ?? '', pathname: pathHere() }

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
    const isOld = 'old' in document.documentElement.dataset
    if (isOld && ahead.html !== '' && ahead.pathname === this.props.pathname) return <TooOld />
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

function TooOld() {
  return (
    <>
      <Notice tone="warning">
        This browser is too old to save a pick here. Please open the page in another one.
      </Notice>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server wrote it into this page */}
      <div dangerouslySetInnerHTML={{ __html: ahead.html }} />
    </>
  )
}

/** Mostly because the route's files did not arrive. */
function RouteErrorScreen() {
  return (
    <MessageScreen
      title="Unexpected Application Error!"
      actions={
        <>
          <Button onClick={() => window.location.reload()}>Reload the page</Button>
          <Button variant="secondary" onClick={() => window.location.assign(`${basePath}/`)}>
            Go to Home
          </Button>
        </>
      }
    >
      The page could not be opened. Please check your connection and reload it.
    </MessageScreen>
  )
}
