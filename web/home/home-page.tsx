import { Page } from '../shell/page.tsx'

export function HomePage() {
  return <Page>Soon.</Page>
}
