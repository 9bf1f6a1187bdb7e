CREATE FUNCTION "new_order_number"() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  letters constant text := '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  bytes bytea;
  candidate text;
BEGIN
  LOOP
    -- These bytes of a UUID are random; bytes 6 and 8 hold its version and variant.
    bytes := uuid_send(gen_random_uuid());
    candidate := substr(letters, get_byte(bytes, 0) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 1) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 2) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 3) % 30 + 1, 1) ||
      '-' ||
      substr(letters, get_byte(bytes, 10) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 11) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 12) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 13) % 30 + 1, 1);
    EXIT WHEN NOT EXISTS (SELECT 1 FROM "orders" WHERE "number" = candidate);
  END LOOP;
  RETURN candidate;
END $$;--> statement-breakpoint
-- The default is set apart from the column, so that PostgreSQL does not rewrite the table while it is locked. New orders
-- get a number from here on, also those of a server of the previous version.
ALTER TABLE "orders" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" SET DEFAULT new_order_number();
