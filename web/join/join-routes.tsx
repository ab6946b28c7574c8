import { Route, Routes } from 'react-router'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { ConfirmPage } from './confirm-page.tsx'
import { JoinPage } from './join-page.tsx'

/** In one file: they come seldom, and the first page of every visitor counts each route. */
export const JoinRoutes = () => (
  <Routes>
    <Route path=":token" element={<JoinPage />} />
    <Route path="confirm/:token" element={<ConfirmPage />} />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
)
