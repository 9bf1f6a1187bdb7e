import { Icon, type IconProps } from '../icon.tsx'

export const Plug = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 22v-5m3-9V2m2 6a1 1 0 0 1 1 1v4a4 4 0 0 1-4 4h-4a4 4 0 0 1-4-4V9a1 1 0 0 1 1-1zM9 8V2" />
  </Icon>
)
