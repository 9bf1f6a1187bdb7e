import { Icon, type IconProps } from '../icon.tsx'

export const ArrowDown = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v14m7-7l-7 7l-7-7" />
  </Icon>
)
