// First, because it takes the token of a mailed link out of the address.
import './admin/sign-in/sign-in-link.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { basePath } from './browser/base-path.ts'
import { loadThisPage, Router } from './router.tsx'
import { queryClient } from './server/queries.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** What the server wrote into the page is read meanwhile. */
const WAIT_MAX_MS = 10_000

async function draw(root: HTMLElement) {
  if (root.querySelector('main')) {
    const tooLong = new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS))
    // The page itself says what does not load.
    await Promise.race([loadThisPage().catch(() => null), tooLong])
  }
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter basename={`${basePath}/`}>
          <Router />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
}

void draw(root)
