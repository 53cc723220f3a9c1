// The Secret Service on D-Bus through libsecret, as programs use it.
//
//   peer-libsecret DAEMON_PID
//
// The name org.freedesktop.secrets must belong to that very process: nothing of a person's own keyring is touched.

#include <gio/gio.h>
#include <libsecret/secret.h>
#include <stdlib.h>
#include <string.h>

#include "Peer.h"

static const SecretSchema schema = {
    "org.swift_keychain.Benchmark",
    SECRET_SCHEMA_NONE,
    {{"service", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"account", SECRET_SCHEMA_ATTRIBUTE_STRING}},
    0, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
};

static bool failed(GError *error) {
  peer_fail(error != NULL ? error->message : "nothing was found");
  g_clear_error(&error);
  return false;
}

static bool lookup(const peer_item *item, char secret[PEER_TEXT]) {
  GError *error = NULL;
  char *found = secret_password_lookup_sync(
      &schema, NULL, &error, "service", item->service, "account", item->account, NULL);
  if (found == NULL) return failed(error);
  g_strlcpy(secret, found, PEER_TEXT);
  secret_password_free(found);
  return true;
}

static bool add(const peer_item *item) {
  GError *error = NULL;
  return secret_password_store_sync(
             &schema, SECRET_COLLECTION_DEFAULT, item->service, item->secret, NULL, &error, "service", item->service,
             "account", item->account, NULL) || failed(error);
}

static bool fill(long first, long count) {
  for (long number = first; number < first + count; number++) {
    const peer_item item = peer_item_of(number);
    if (!add(&item)) return false;
  }
  return true;
}

// The process that owns the name; 0 where nobody does yet.
static guint owner(GDBusConnection *bus) {
  guint process = 0;
  GVariant *answer = g_dbus_connection_call_sync(
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
      g_variant_new("(s)", "org.freedesktop.secrets"), G_VARIANT_TYPE("(u)"), G_DBUS_CALL_FLAGS_NO_AUTO_START, 5000,
      NULL, NULL);
  if (answer == NULL) return 0;
  g_variant_get(answer, "(u)", &process);
  g_variant_unref(answer);
  return process;
}

static bool begin(guint daemon) {
  GError *error = NULL;
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
  if (bus == NULL) return failed(error);
  // The daemon has just begun.
  for (int attempt = 0; attempt < 100; attempt++) {
    const guint process = owner(bus);
    if (process == daemon) return true;
    if (process != 0) return peer_fail("org.freedesktop.secrets belongs to another process");
    g_usleep(100000);
  }
  return peer_fail("nobody owns org.freedesktop.secrets");
}

int main(int count, char **words) {
  if (count != 2) peer_fail("usage: peer-libsecret DAEMON_PID");
  if (count != 2 || !begin((guint)strtoul(words[1], NULL, 10))) return peer_refuse();
  return peer_serve(&(peer){.fill = fill, .lookup = lookup, .add = add});
}
