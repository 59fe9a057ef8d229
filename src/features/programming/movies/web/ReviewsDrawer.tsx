import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Reviews } from './ReviewsRecord.tsx'

type Props = { movieId: string; onClose: () => void }

/** Likes, dislikes, and what people wrote (core 2). */
const ReviewsDrawer = ({ movieId, onClose }: Props) => (
  <SideDrawer opened onClose={onClose} title="Reviews">
    <Reviews movieId={movieId} />
  </SideDrawer>
)
export default ReviewsDrawer
