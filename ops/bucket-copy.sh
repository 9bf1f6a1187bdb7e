# Functions of backup.sh and restore.sh for product files in a bucket. BUCKET_COPY is a folder or an rclone remote, such
# as an encrypted one.

# rclone 1.60 fails with a bundle of Amazon's SDK; its own setting is RCLONE_CA_CERT.
rclone() { env -u AWS_CA_BUNDLE rclone "$@"; }

# Sets up rclone's remote `bucket` from the settings of the marketplace.
use_bucket() {
  export RCLONE_CONFIG_BUCKET_TYPE=s3 RCLONE_CONFIG_BUCKET_PROVIDER=Other
  export RCLONE_CONFIG_BUCKET_ENDPOINT="${S3_ENDPOINT:-}" RCLONE_CONFIG_BUCKET_REGION="${S3_REGION:-us-east-1}"
  export RCLONE_CONFIG_BUCKET_ACCESS_KEY_ID="${S3_ACCESS_KEY_ID:-}"
  export RCLONE_CONFIG_BUCKET_SECRET_ACCESS_KEY="${S3_SECRET_ACCESS_KEY:-}"
  if [[ -z "${S3_ACCESS_KEY_ID:-}" ]]; then export RCLONE_CONFIG_BUCKET_ENV_AUTH=true; fi
}

# Lists the days for which deleted objects are kept, the oldest first.
list_days() {
  rclone lsf --dirs-only "$BUCKET_COPY/deleted" 2>/dev/null | tr -d / | sort || true
}

# Copies what is new. Objects never change. What was deleted from the bucket since is kept apart for KEEP_DAYS.
copy_from_bucket() {
  use_bucket
  rclone sync --size-only --backup-dir "$BUCKET_COPY/deleted/$(date -u +%F)" "bucket:$S3_BUCKET" "$BUCKET_COPY/objects"
  local oldest day
  oldest="$(date -u -d "$KEEP_DAYS days ago" +%F)"
  for day in $(list_days); do
    if [[ "$day" < "$oldest" ]]; then rclone purge "$BUCKET_COPY/deleted/$day"; fi
  done
}

# Brings back every object of the copy that the bucket lacks, also those that were deleted since.
copy_to_bucket() {
  use_bucket
  local day
  for day in $(list_days); do
    rclone copy --size-only "$BUCKET_COPY/deleted/$day" "bucket:$S3_BUCKET"
  done
  rclone copy --size-only "$BUCKET_COPY/objects" "bucket:$S3_BUCKET"
}
