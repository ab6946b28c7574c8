import { Route, Routes } from 'react-router'
import { ConfirmPage } from './join/confirm-page.tsx'
import { JoinPage } from './join/join-page.tsx'
import { MyLinkPage } from './my-link/my-link-page.tsx'
import { ProofPage } from './proof/proof-page.tsx'
import { ReceiptPage } from './receipt/receipt-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { StatisticsPage } from './statistics/statistics-page.tsx'

/** Pages that few people open, in one file: each route in `router.tsx` weighs on the first page of everybody. */
export const SeldomRoutes = () => (
  <Routes>
    <Route path="receipt" element={<ProofPage />} />
    <Route path="receipt/:code" element={<ReceiptPage />} />
    <Route path="proof" element={<ProofPage />} />
    <Route path="my-link" element={<MyLinkPage />} />
    <Route path="join/:token" element={<JoinPage />} />
    <Route path="join/confirm/:token" element={<ConfirmPage />} />
    <Route path="statistics" element={<StatisticsPage />} />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
)
