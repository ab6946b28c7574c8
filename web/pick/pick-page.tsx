import { Page } from '../shell/page.tsx'

export function PickPage() {
  return <Page>Soon.</Page>
}
